// The inner loops of inference, in plain C++ and for each instruction set. All give the same bits: sums of 16
// bits wrap around, and products are formed so that nothing saturates. Knows nothing of the shapes of
// networks; all lengths are multiples of 32 and all rows begin at multiples of 32 bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace stockade::net {

/// Activations are whole numbers from 0 to kOne - 1 and stand for 0 to 1.
inline constexpr int kOne = 128;
/// Sums of the first layer stand for 1 at kOne << kFirstShift.
inline constexpr int kFirstShift = 2;
/// Weights of the other layers stand for 1 at 1 << kWeightShift.
inline constexpr int kWeightShift = 6;

/// Which rows join a sum and which leave it.
struct RowChanges {
    std::span<const std::uint16_t> added;
    std::span<const std::uint16_t> removed;
};

/// The plain kernels, against which all others are tested and measured.
struct ScalarKernels {
    static constexpr const char* kName = "scalar";

    /// sums = from + the added rows - the removed ones, modulo 2^16.
    static void update(const std::int16_t* from, std::int16_t* sums, const std::int16_t* rows, int length,
                       const RowChanges& changes) {
        for (int i = 0; i < length; ++i) {
            auto sum = static_cast<std::uint16_t>(from[i]);
            for (const std::uint16_t row : changes.added)
                sum = static_cast<std::uint16_t>(sum + static_cast<std::uint16_t>(rows[row * length + i]));
            for (const std::uint16_t row : changes.removed)
                sum = static_cast<std::uint16_t>(sum - static_cast<std::uint16_t>(rows[row * length + i]));
            sums[i] = static_cast<std::int16_t>(sum);
        }
    }
    /// Activations of the first layer from its sums.
    static void clip(const std::int16_t* sums, std::uint8_t* out, int length) {
        for (int i = 0; i < length; ++i)
            out[i] = static_cast<std::uint8_t>(std::clamp(sums[i] >> kFirstShift, 0, kOne - 1));
    }
    /// The sums of products of `in` with each of four rows. Two products of activations below 128 with
    /// weights of 8 bits fit into 16 bits, whatever the weights are.
    static void dot4(const std::uint8_t* in, const std::int8_t* const rows[4], int length,
                     std::int32_t out[4]) {
        for (int r = 0; r < 4; ++r) {
            out[r] = 0;
            for (int i = 0; i < length; ++i) out[r] += in[i] * rows[r][i];
        }
    }
};

#if defined(__AVX2__)
struct Avx2Kernels {
    static constexpr const char* kName =
#if defined(__AVX512VNNI__) && defined(__AVX512VL__)
        "AVX-512 VNNI";
#elif defined(__AVXVNNI__)
        "AVX-VNNI";
#else
        "AVX2";
#endif

    static void update(const std::int16_t* from, std::int16_t* sums, const std::int16_t* rows, int length,
                       const RowChanges& changes) {
        // One pass adds as many sums as the registers hold. At most 32 are left for the last pass.
        int at = 0;
        for (; at + 128 <= length; at += 128) update_part<8>(from, sums, rows, length, changes, at);
        for (; at < length; at += 32) update_part<2>(from, sums, rows, length, changes, at);
    }
    static void clip(const std::int16_t* sums, std::uint8_t* out, int length) {
        for (int i = 0; i < length; i += 32) {
            const __m256i low = _mm256_srai_epi16(load(sums + i), kFirstShift);
            const __m256i high = _mm256_srai_epi16(load(sums + i + 16), kFirstShift);
            // Packing saturates at 127, works within halves of a register and so leaves the quarters mixed.
            const __m256i packed = _mm256_max_epi8(_mm256_packs_epi16(low, high), _mm256_setzero_si256());
            _mm256_store_si256(reinterpret_cast<__m256i*>(out + i), _mm256_permute4x64_epi64(packed, 0xd8));
        }
    }
    static void dot4(const std::uint8_t* in, const std::int8_t* const rows[4], int length,
                     std::int32_t out[4]) {
        __m256i sums[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                           _mm256_setzero_si256()};
        for (int i = 0; i < length; i += 32) {
            const __m256i x = load(in + i);
            for (int r = 0; r < 4; ++r) sums[r] = add_products(sums[r], x, load(rows[r] + i));
        }
        const __m256i pairs =
            _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
        const __m128i all = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out), all);
    }

private:
    template <class T>
    static __m256i load(const T* from) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
    }
    static __m256i add_products(__m256i sum, __m256i activations, __m256i weights) {
#if defined(__AVX512VNNI__) && defined(__AVX512VL__)
        return _mm256_dpbusd_epi32(sum, activations, weights);
#elif defined(__AVXVNNI__)
        return _mm256_dpbusd_avx_epi32(sum, activations, weights);
#else
        const __m256i pairs = _mm256_maddubs_epi16(activations, weights);
        return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
#endif
    }
    template <int Registers>
    static void update_part(const std::int16_t* from, std::int16_t* sums, const std::int16_t* rows,
                            int length, const RowChanges& changes, int at) {
        __m256i part[Registers];
        for (int i = 0; i < Registers; ++i) part[i] = load(from + at + 16 * i);
        for (const std::uint16_t row : changes.added)
            for (int i = 0; i < Registers; ++i)
                part[i] = _mm256_add_epi16(part[i], load(rows + row * length + at + 16 * i));
        for (const std::uint16_t row : changes.removed)
            for (int i = 0; i < Registers; ++i)
                part[i] = _mm256_sub_epi16(part[i], load(rows + row * length + at + 16 * i));
        for (int i = 0; i < Registers; ++i)
            _mm256_store_si256(reinterpret_cast<__m256i*>(sums + at + 16 * i), part[i]);
    }
};
using BestKernels = Avx2Kernels;

#elif defined(__wasm_simd128__)
struct WasmKernels {
    static constexpr const char* kName = "WebAssembly SIMD";

    static void update(const std::int16_t* from, std::int16_t* sums, const std::int16_t* rows, int length,
                       const RowChanges& changes) {
        for (int at = 0; at < length; at += 32) {
            v128_t part[4];
            for (int i = 0; i < 4; ++i) part[i] = wasm_v128_load(from + at + 8 * i);
            for (const std::uint16_t row : changes.added)
                for (int i = 0; i < 4; ++i)
                    part[i] = wasm_i16x8_add(part[i], wasm_v128_load(rows + row * length + at + 8 * i));
            for (const std::uint16_t row : changes.removed)
                for (int i = 0; i < 4; ++i)
                    part[i] = wasm_i16x8_sub(part[i], wasm_v128_load(rows + row * length + at + 8 * i));
            for (int i = 0; i < 4; ++i) wasm_v128_store(sums + at + 8 * i, part[i]);
        }
    }
    static void clip(const std::int16_t* sums, std::uint8_t* out, int length) {
        for (int i = 0; i < length; i += 16) {
            const v128_t low = wasm_i16x8_shr(wasm_v128_load(sums + i), kFirstShift);
            const v128_t high = wasm_i16x8_shr(wasm_v128_load(sums + i + 8), kFirstShift);
            const v128_t packed = wasm_i8x16_narrow_i16x8(low, high);
            wasm_v128_store(out + i, wasm_i8x16_max(packed, wasm_i8x16_splat(0)));
        }
    }
    static void dot4(const std::uint8_t* in, const std::int8_t* const rows[4], int length,
                     std::int32_t out[4]) {
        for (int r = 0; r < 4; ++r) {
            v128_t sum = wasm_i32x4_splat(0);
            for (int i = 0; i < length; i += 16) {
                // Below 128 an activation is the same with and without a sign.
                const v128_t x = wasm_v128_load(in + i);
                const v128_t w = wasm_v128_load(rows[r] + i);
                const v128_t low = wasm_i16x8_extmul_low_i8x16(x, w);
                const v128_t high = wasm_i16x8_extmul_high_i8x16(x, w);
                sum = wasm_i32x4_add(sum, wasm_i32x4_extadd_pairwise_i16x8(wasm_i16x8_add(low, high)));
            }
            out[r] = wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
                     wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
        }
    }
};
using BestKernels = WasmKernels;

#elif defined(__ARM_NEON)
struct NeonKernels {
    static constexpr const char* kName =
#if defined(__ARM_FEATURE_DOTPROD)
        "NEON with dot products";
#else
        "NEON";
#endif

    static void update(const std::int16_t* from, std::int16_t* sums, const std::int16_t* rows, int length,
                       const RowChanges& changes) {
        // One pass adds as many sums as half of the registers hold.
        int at = 0;
        for (; at + 128 <= length; at += 128) update_part<16>(from, sums, rows, length, changes, at);
        for (; at < length; at += 32) update_part<4>(from, sums, rows, length, changes, at);
    }
    static void clip(const std::int16_t* sums, std::uint8_t* out, int length) {
        for (int i = 0; i < length; i += 16) {
            // Narrowing saturates at 127.
            const int8x8_t low = vqshrn_n_s16(vld1q_s16(sums + i), kFirstShift);
            const int8x8_t high = vqshrn_n_s16(vld1q_s16(sums + i + 8), kFirstShift);
            const int8x16_t clipped = vmaxq_s8(vcombine_s8(low, high), vdupq_n_s8(0));
            vst1q_u8(out + i, vreinterpretq_u8_s8(clipped));
        }
    }
    static void dot4(const std::uint8_t* in, const std::int8_t* const rows[4], int length,
                     std::int32_t out[4]) {
        int32x4_t sums[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
        for (int i = 0; i < length; i += 16) {
            // Below 128 an activation is the same with and without a sign.
            const int8x16_t x = vreinterpretq_s8_u8(vld1q_u8(in + i));
            for (int r = 0; r < 4; ++r) sums[r] = add_products(sums[r], x, vld1q_s8(rows[r] + i));
        }
        for (int r = 0; r < 4; ++r) out[r] = vaddvq_s32(sums[r]);
    }

private:
    static int32x4_t add_products(int32x4_t sum, int8x16_t activations, int8x16_t weights) {
#if defined(__ARM_FEATURE_DOTPROD)
        return vdotq_s32(sum, activations, weights);
#else
        const int16x8_t low = vmull_s8(vget_low_s8(activations), vget_low_s8(weights));
        return vpadalq_s16(sum, vmlal_high_s8(low, activations, weights));
#endif
    }
    template <int Registers>
    static void update_part(const std::int16_t* from, std::int16_t* sums, const std::int16_t* rows,
                            int length, const RowChanges& changes, int at) {
        int16x8_t part[Registers];
        for (int i = 0; i < Registers; ++i) part[i] = vld1q_s16(from + at + 8 * i);
        for (const std::uint16_t row : changes.added)
            for (int i = 0; i < Registers; ++i)
                part[i] = vaddq_s16(part[i], vld1q_s16(rows + row * length + at + 8 * i));
        for (const std::uint16_t row : changes.removed)
            for (int i = 0; i < Registers; ++i)
                part[i] = vsubq_s16(part[i], vld1q_s16(rows + row * length + at + 8 * i));
        for (int i = 0; i < Registers; ++i) vst1q_s16(sums + at + 8 * i, part[i]);
    }
};
using BestKernels = NeonKernels;

#else
using BestKernels = ScalarKernels;
#endif

}  // namespace stockade::net
