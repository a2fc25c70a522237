// Bodies that attract each other: structures of doubles, square roots.
#include <math.h>
#include <stdio.h>

struct body { double x, y, z, vx, vy, vz, mass; };
static struct body bodies[5] = {
    {0, 0, 0, 0, 0, 0, 39.47},
    {4.84, -1.16, -0.10, 0.60, 2.81, -0.02, 0.037},
    {8.34, 4.12, -0.40, -1.01, 1.82, 0.008, 0.011},
    {12.89, -15.11, -0.22, 1.08, 0.86, -0.01, 0.0017},
    {15.37, -25.91, 0.17, 0.97, 0.59, -0.03, 0.0020},
};

static void advance(double dt)
{
    for (int i = 0; i < 5; i++) {
        struct body *a = &bodies[i];
        for (int j = i + 1; j < 5; j++) {
            struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            double square = dx * dx + dy * dy + dz * dz, magnitude = dt / (square * sqrt(square));
            a->vx -= dx * b->mass * magnitude, a->vy -= dy * b->mass * magnitude, a->vz -= dz * b->mass * magnitude;
            b->vx += dx * a->mass * magnitude, b->vy += dy * a->mass * magnitude, b->vz += dz * a->mass * magnitude;
        }
    }
    for (int i = 0; i < 5; i++) {
        struct body *a = &bodies[i];
        a->x += dt * a->vx, a->y += dt * a->vy, a->z += dt * a->vz;
    }
}

static double energy(void)
{
    double e = 0;
    for (int i = 0; i < 5; i++) {
        struct body *a = &bodies[i];
        e += 0.5 * a->mass * (a->vx * a->vx + a->vy * a->vy + a->vz * a->vz);
        for (int j = i + 1; j < 5; j++) {
            struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            e -= a->mass * b->mass / sqrt(dx * dx + dy * dy + dz * dz);
        }
    }
    return e;
}

int main(void)
{
    printf("%.9f\n", energy());
    for (int i = 0; i < 32000; i++)
        advance(0.001);
    printf("%.9f\n", energy());
    return 0;
}
