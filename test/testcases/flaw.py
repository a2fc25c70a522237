"""The bugs themselves: a source that makes the data bad or good, a sink that is hurt by bad data or looks first.

A Flaw without `good` has only a good sink, one without `good_sink` only a good source. In `declare` stands what both need,
`after` ends the function. Names of types and functions are those of Juliet's test cases; the code is our own.
"""
from dataclasses import dataclass


@dataclass
class Flaw:
    name: str
    kinds: set  # one of these is to be reported
    bad: str
    sink: str = ""
    good: str = None
    good_sink: str = None
    declare: str = ""
    type: str = ""  # of `data`; "": there is none, flows of data are not possible
    top: str = ""
    after: str = ""
    is_on_stack: bool = False
    without: tuple = ()  # flows, and ways to check a case, that are not for it
    flags: tuple = ()
    incidental: frozenset = frozenset()  # what good functions have beside: real, and no complaint


FLAWS = []


def flaw(*args, **more):
    FLAWS.append(Flaw(*args, **more))


BOUNDS = {"out-of-bounds", "member-overflow"}

# ---- Where numbers come from ----

SOCKETS = """#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <unistd.h>
#define INVALID_SOCKET -1
#define SOCKET_ERROR -1
#define CLOSE_SOCKET close
#define SOCKET int
#define TCP_PORT 27015
#define LISTEN_BACKLOG 5
#define IP_ADDRESS "127.0.0.1"
#define CHAR_ARRAY_SIZE (3 * sizeof(data) + 2)
"""

CONNECT = """{
    int recvResult;
    struct sockaddr_in service;
    SOCKET connectSocket = INVALID_SOCKET;
    char inputBuffer[CHAR_ARRAY_SIZE];
    do
    {
        connectSocket = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
        if (connectSocket == INVALID_SOCKET)
        {
            break;
        }
        memset(&service, 0, sizeof(service));
        service.sin_family = AF_INET;
        service.sin_addr.s_addr = inet_addr(IP_ADDRESS);
        service.sin_port = htons(TCP_PORT);
        if (connect(connectSocket, (struct sockaddr*)&service, sizeof(service)) == SOCKET_ERROR)
        {
            break;
        }
        recvResult = recv(connectSocket, inputBuffer, CHAR_ARRAY_SIZE - 1, 0);
        if (recvResult == SOCKET_ERROR || recvResult == 0)
        {
            break;
        }
        inputBuffer[recvResult] = '\\0';
        data = atoi(inputBuffer);
    }
    while (0);
    if (connectSocket != INVALID_SOCKET)
    {
        CLOSE_SOCKET(connectSocket);
    }
}
"""

LISTEN = """{
    int recvResult;
    struct sockaddr_in service;
    SOCKET listenSocket = INVALID_SOCKET;
    SOCKET acceptSocket = INVALID_SOCKET;
    char inputBuffer[CHAR_ARRAY_SIZE];
    do
    {
        listenSocket = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
        if (listenSocket == INVALID_SOCKET)
        {
            break;
        }
        memset(&service, 0, sizeof(service));
        service.sin_family = AF_INET;
        service.sin_addr.s_addr = INADDR_ANY;
        service.sin_port = htons(TCP_PORT);
        if (bind(listenSocket, (struct sockaddr*)&service, sizeof(service)) == SOCKET_ERROR)
        {
            break;
        }
        if (listen(listenSocket, LISTEN_BACKLOG) == SOCKET_ERROR)
        {
            break;
        }
        acceptSocket = accept(listenSocket, NULL, NULL);
        if (acceptSocket == SOCKET_ERROR)
        {
            break;
        }
        recvResult = recv(acceptSocket, inputBuffer, CHAR_ARRAY_SIZE - 1, 0);
        if (recvResult == SOCKET_ERROR || recvResult == 0)
        {
            break;
        }
        inputBuffer[recvResult] = '\\0';
        data = atoi(inputBuffer);
    }
    while (0);
    if (listenSocket != INVALID_SOCKET)
    {
        CLOSE_SOCKET(listenSocket);
    }
    if (acceptSocket != INVALID_SOCKET)
    {
        CLOSE_SOCKET(acceptSocket);
    }
}
"""

FGETS = """{
    char inputBuffer[CHAR_ARRAY_SIZE] = "";
    if (fgets(inputBuffer, CHAR_ARRAY_SIZE, stdin) != NULL)
    {
        data = atoi(inputBuffer);
    }
    else
    {
        printLine("fgets() failed.");
    }
}
"""
FSCANF = 'fscanf(stdin, "%d", &data);\n'
FILE_INPUT = """{
    FILE *pFile = fopen("/tmp/file.txt", "r");
    if (pFile != NULL)
    {
        if (fscanf(pFile, "%d", &data) != 1)
        {
            data = -1;
        }
        fclose(pFile);
    }
}
"""
RAND = "data = RAND32();\n"
ARRAY_SIZE = "#define CHAR_ARRAY_SIZE (3 * sizeof(data) + 2)\n"
NUMBERS = {"fgets": (FGETS, ARRAY_SIZE), "fscanf": (FSCANF, ""), "rand": (RAND, ""), "connect_socket": (CONNECT, SOCKETS),
           "listen_socket": (LISTEN, SOCKETS), "file": (FILE_INPUT, "")}

# ---- Where texts come from ----

TEXTS = {
    "console": ("""{
    size_t dataLen = strlen(data);
    if (100-dataLen > 1)
    {
        if (fgets(data+dataLen, (int)(100-dataLen), stdin) != NULL)
        {
            dataLen = strlen(data);
            if (dataLen > 0 && data[dataLen-1] == '\\n')
            {
                data[dataLen-1] = '\\0';
            }
        }
        else
        {
            printLine("fgets() failed");
            data[dataLen] = '\\0';
        }
    }
}
""", ""),
    "environment": ("""{
    size_t dataLen = strlen(data);
    char * environment = getenv("ADD");
    if (environment != NULL)
    {
        strncat(data+dataLen, environment, 100-dataLen-1);
    }
}
""", ""),
    "file": ("""{
    size_t dataLen = strlen(data);
    FILE * pFile;
    if (100-dataLen > 1)
    {
        pFile = fopen("/tmp/file.txt", "r");
        if (pFile != NULL)
        {
            if (fgets(data+dataLen, (int)(100-dataLen), pFile) == NULL)
            {
                printLine("fgets() failed");
                data[dataLen] = '\\0';
            }
            fclose(pFile);
        }
    }
}
""", ""),
    "connect_socket": ("""{
    int recvResult;
    struct sockaddr_in service;
    char *replace;
    SOCKET connectSocket = INVALID_SOCKET;
    size_t dataLen = strlen(data);
    do
    {
        connectSocket = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
        if (connectSocket == INVALID_SOCKET)
        {
            break;
        }
        memset(&service, 0, sizeof(service));
        service.sin_family = AF_INET;
        service.sin_addr.s_addr = inet_addr(IP_ADDRESS);
        service.sin_port = htons(TCP_PORT);
        if (connect(connectSocket, (struct sockaddr*)&service, sizeof(service)) == SOCKET_ERROR)
        {
            break;
        }
        recvResult = recv(connectSocket, (char *)(data + dataLen), sizeof(char) * (100 - dataLen - 1), 0);
        if (recvResult == SOCKET_ERROR || recvResult == 0)
        {
            break;
        }
        data[dataLen + recvResult / sizeof(char)] = '\\0';
        replace = strchr(data, '\\r');
        if (replace)
        {
            *replace = '\\0';
        }
        replace = strchr(data, '\\n');
        if (replace)
        {
            *replace = '\\0';
        }
    }
    while (0);
    if (connectSocket != INVALID_SOCKET)
    {
        CLOSE_SOCKET(connectSocket);
    }
}
""", SOCKETS),
}
