// Reads the flat description of a model that Python hands over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace kernel {

/// The description breaks its own format; becomes a ValueError. Thrown while building only.
struct BadStream : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// A cursor over 64-bit integers that never reads beyond their end.
class Reader {
public:
    Reader(const std::int64_t* data, std::size_t size) : data_(data), size_(size) {}

    bool done() const { return at_ == size_; }

    std::int64_t next() {
        if (at_ >= size_) throw BadStream("the description of the model ends too early");
        return data_[at_++];
    }

    /// A number in [low, high], both inclusive.
    std::int64_t within(std::int64_t low, std::int64_t high, const char* what) {
        const std::int64_t value = next();
        if (value < low || value > high)
            throw BadStream(std::string(what) + " is " + std::to_string(value) + ", not within " +
                            std::to_string(low) + ".." + std::to_string(high));
        return value;
    }

    /// How many items follow, each of at least `width` numbers.
    std::size_t count(std::size_t width, const char* what) {
        const auto left = static_cast<std::int64_t>((size_ - at_) / (width ? width : 1));
        return static_cast<std::size_t>(within(0, left, what));
    }

    /// A list: its length, then its numbers, each in [0, limit).
    std::vector<int> indices(std::int64_t limit, const char* what) {
        std::vector<int> found(count(1, what));
        for (int& index : found) index = static_cast<int>(within(0, limit - 1, what));
        return found;
    }

    /// A list of any numbers whose size is at most `most`.
    std::vector<std::int64_t> numbers(std::int64_t most, const char* what) {
        std::vector<std::int64_t> found(count(1, what));
        for (auto& number : found) number = within(-most, most, what);
        return found;
    }

private:
    const std::int64_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

}  // namespace kernel
