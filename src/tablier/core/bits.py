"""Sets of places as 64-bit words: counting, finding and choosing bits, in compiled code."""

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tablier.core.compiler import part

ONE = np.uint64(1)
ZERO = np.uint64(0)


@intrinsic
def count(typing_context, word):
    """How many bits of a word are set."""

    def emit(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), emit


@intrinsic
def lowest(typing_context, word):
    """The number of the lowest set bit; 64 for an empty word."""

    def emit(context, builder, signature, arguments):
        return builder.cttz(arguments[0], cgutils.false_bit)

    return types.uint64(types.uint64), emit


@intrinsic
def high_product(typing_context, left, right):
    """The upper 64 bits of a 128-bit product."""

    def emit(context, builder, signature, arguments):
        wide = ir.IntType(128)
        left, right = (builder.zext(word, wide) for word in arguments)
        product = builder.mul(left, right)
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), emit


@intrinsic
def state_word(typing_context, record, index):
    """A record's bytes from 8 * `index` on, as a number."""

    def emit(context, builder, signature, arguments):
        words = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [arguments[1]]))

    return types.uint64(record, types.int64), emit


@part
def bit(number):
    return ONE << np.uint64(number)


@part
def has(words, number):
    """Is bit `number` set in an array of words?"""
    return (words[number >> 6] >> np.uint64(number & 63)) & ONE != ZERO


@part
def add(words, number):
    words[number >> 6] |= ONE << np.uint64(number & 63)


@part
def discard(words, number):
    words[number >> 6] &= ~(ONE << np.uint64(number & 63))


@intrinsic
def _deposit(typing_context, source, mask):
    """Spread the low bits of `source` over the set bits of `mask` (the pdep instruction)."""

    def emit(context, builder, signature, arguments):
        word = ir.IntType(64)
        name = "llvm.x86.bmi.pdep.64"
        pdep = cgutils.get_or_insert_function(builder.module, ir.FunctionType(word, [word, word]), name)
        return builder.call(pdep, arguments)

    return types.uint64(types.uint64, types.uint64), emit


def nth_by_deposit(word, rank):
    return lowest(_deposit(ONE << rank, word))


def nth_by_halving(word, rank):
    place = ZERO
    for width in (32, 16, 8, 4, 2, 1):
        size = np.uint64(width)
        under = count(word & ((ONE << size) - ONE))
        beyond = rank >= under
        rank -= under if beyond else ZERO
        place += size if beyond else ZERO
        word >>= size if beyond else ZERO
    return place


nth = part(nth_by_deposit if binding.get_host_cpu_features().get("bmi2") else nth_by_halving)
"""The number of the set bit that has `rank` set bits below it."""


@part
def random(rng):
    """The next 64 random bits; `rng` is an array of one word, its state (splitmix64)."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    word = rng[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@part
def below(rng, size):
    """A random number from 0 to `size` - 1."""
    return high_product(random(rng), size)


@part
def choose(words, rng):
    """A random bit of an array of words, all set bits alike; the array must not be empty."""
    last = words.shape[0] - 1
    size = count(words[last])
    for index in range(last):
        size += count(words[index])
    rank = below(rng, size)
    for index in range(last):
        here = count(words[index])
        if rank < here:
            return np.int64(index * 64) + np.int64(nth(words[index], rank))
        rank -= here
    return np.int64(last * 64) + np.int64(nth(words[last], rank))
