// Simple SSE2 intrinsics, those that are plain vector operations.
#include <emmintrin.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    __m128 a = _mm_set_ps(4, 3, 2, 1), b = _mm_set1_ps(0.5f);
    float f[4];
    _mm_storeu_ps(f, _mm_add_ps(_mm_mul_ps(a, b), a));
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    _mm_storeu_ps(f, _mm_shuffle_ps(a, b, _MM_SHUFFLE(0, 1, 2, 3)));
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    _mm_storeu_ps(f, _mm_unpacklo_ps(a, b));
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    printf("%g\n", _mm_cvtss_f32(_mm_sub_ss(a, b)));

    __m128d d = _mm_set_pd(2.5, -1.5), e = _mm_loadu_pd((double[]){10, 20});
    double out[2];
    _mm_storeu_pd(out, _mm_div_pd(e, d));
    printf("%.6f %.6f\n", out[0], out[1]);

    __m128i i = _mm_set_epi32(-1, 1000, 70000, 5), j = _mm_set1_epi32(3);
    int n[4];
    _mm_storeu_si128((__m128i *)n, _mm_add_epi32(i, j));
    printf("%d %d %d %d\n", n[0], n[1], n[2], n[3]);
    _mm_storeu_si128((__m128i *)n, _mm_xor_si128(_mm_and_si128(i, j), _mm_setzero_si128()));
    printf("%d %d %d %d\n", n[0], n[1], n[2], n[3]);
    _mm_storeu_si128((__m128i *)n, _mm_cmpgt_epi32(i, j));
    printf("%d %d %d %d\n", n[0], n[1], n[2], n[3]);
    _mm_storeu_si128((__m128i *)n, _mm_shuffle_epi32(i, 0x1b));
    printf("%d %d %d %d\n", n[0], n[1], n[2], n[3]);
    char text[17] = {0};
    _mm_storeu_si128((__m128i *)text, _mm_add_epi8(_mm_loadu_si128((const __m128i *)"HAL HAL HAL HAL "), _mm_set1_epi8(1)));
    printf("%s\n", text);
    _mm_storeu_si128((__m128i *)n, _mm_unpackhi_epi16(i, j));
    printf("%d %d %d %d\n", n[0], n[1], n[2], n[3]);
    return 0;
}
