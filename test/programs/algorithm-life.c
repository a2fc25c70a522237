// Cellular automata, matrices, fixed-point arithmetic, Gray codes, magic squares.
#include <stdio.h>
#include <string.h>

#define W 16
#define H 10
static unsigned char world[H][W];

static void step(void)
{
    unsigned char next[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    n += (dx || dy) && world[(y + dy + H) % H][(x + dx + W) % W];
            next[y][x] = n == 3 || (n == 2 && world[y][x]);
        }
    memcpy(world, next, sizeof world);
}

int main(void)
{
    static const char *glider[] = {".#.", "..#", "###"};
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            world[y + 1][x + 1] = glider[y][x] == '#';
    for (int i = 0; i < 20; i++)
        step();
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(world[y][x] ? '#' : '.');
        putchar('\n');
    }
    unsigned rule = 0;
    for (unsigned i = 0, cells = 1u << 16; i < 8; i++) {
        rule ^= cells;
        cells = cells << 1 ^ cells >> 1;
    }
    printf("%08x\n", rule);
    for (unsigned i = 0; i < 16; i++)
        printf("%x ", i ^ i >> 1);
    printf("\n");
    int square[5][5] = {{0}};
    for (int i = 1, y = 0, x = 2; i <= 25; i++) {
        square[y][x] = i;
        int ny = (y + 4) % 5, nx = (x + 1) % 5;
        if (square[ny][nx])
            y = (y + 1) % 5;
        else
            y = ny, x = nx;
    }
    for (int y = 0; y < 5; y++)
        printf("%d ", square[y][0] + square[y][1] + square[y][2] + square[y][3] + square[y][4]);
    int fixed = 3 << 16, root = 1 << 16;
    for (int i = 0; i < 10; i++)
        root = (root + (int)(((long long)fixed << 16) / root)) / 2;
    printf("%d\n", root);
    return 0;
}
