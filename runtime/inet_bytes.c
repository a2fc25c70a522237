/* Numbers in the byte order of the network. */
#include <arpa/inet.h>

static uint32_t turned(uint32_t number)
{
    return number << 24 | (number & 0xff00) << 8 | (number >> 8 & 0xff00) | number >> 24;
}

static uint16_t turned_short(uint16_t number)
{
    return (uint16_t)(number << 8 | number >> 8);
}

uint32_t(htonl)(uint32_t number)
{
    return turned(number);
}

uint32_t(ntohl)(uint32_t number)
{
    return turned(number);
}

uint16_t(htons)(uint16_t number)
{
    return turned_short(number);
}

uint16_t(ntohs)(uint16_t number)
{
    return turned_short(number);
}
