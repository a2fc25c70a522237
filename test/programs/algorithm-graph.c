// Shortest paths, components, topological order, spanning tree; matrices and queues.
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define N 8
static int weight[N][N];
static int parent[N];
static int root(int x) { return parent[x] == x ? x : (parent[x] = root(parent[x])); }

static void dijkstra(int from, int *distance)
{
    int done[N] = {0};
    for (int i = 0; i < N; i++)
        distance[i] = INT_MAX;
    distance[from] = 0;
    for (int round = 0; round < N; round++) {
        int best = -1;
        for (int i = 0; i < N; i++)
            if (!done[i] && distance[i] != INT_MAX && (best < 0 || distance[i] < distance[best]))
                best = i;
        if (best < 0)
            return;
        done[best] = 1;
        for (int j = 0; j < N; j++)
            if (weight[best][j] && distance[best] + weight[best][j] < distance[j])
                distance[j] = distance[best] + weight[best][j];
    }
}

static int visited[N], order[N], top;
static void visit(int v)
{
    visited[v] = 1;
    for (int j = 0; j < N; j++)
        if (weight[v][j] && !visited[j])
            visit(j);
    order[top++] = v;
}

int main(void)
{
    static const int edges[][3] = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 8}, {3, 4, 3}, {5, 6, 1}, {2, 4, 20}, {4, 7, 2}};
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++)
        weight[edges[i][0]][edges[i][1]] = edges[i][2];
    int distance[N];
    dijkstra(0, distance);
    for (int i = 0; i < N; i++)
        printf("%d ", distance[i] == INT_MAX ? -1 : distance[i]);
    printf("\n");
    for (int i = 0; i < N; i++)
        if (!visited[i])
            visit(i);
    while (top)
        printf("%d ", order[--top]);
    printf("\n");
    int components = N, total = 0;
    for (int i = 0; i < N; i++)
        parent[i] = i;
    for (int w = 1; w <= 20; w++)
        for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++)
            if (edges[i][2] == w && root(edges[i][0]) != root(edges[i][1]))
                parent[root(edges[i][0])] = root(edges[i][1]), components--, total += w;
    printf("%d %d\n", components, total);
    int closure[N][N];
    memcpy(closure, weight, sizeof closure);
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                closure[i][j] |= closure[i][k] && closure[k][j];
    int reachable = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            reachable += closure[i][j] != 0;
    printf("%d\n", reachable);
    return 0;
}
