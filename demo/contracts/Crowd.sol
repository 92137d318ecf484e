// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Makes up people and numbers from a seed, so that the same seed always tells the same story.
/// What the crowd does is announced and not booked: anvil hashes the whole state for every block, so thousands of balances
/// would make thousands of blocks slow. Functions of the standards keep books as they should.
abstract contract Crowd {
    uint256 internal constant PEOPLE = 900;

    function _random(uint256 seed, uint256 salt) internal pure returns (uint256 value) {
        assembly ("memory-safe") {
            mstore(0, seed)
            mstore(32, salt)
            value := keccak256(0, 64)
        }
    }

    /// The person with this number.
    function person(uint256 number) public pure returns (address) {
        return address(uint160(_random(number, 0x70657273)));
    }

    /// Somebody, by a random value. A few people come up often and most hardly ever: the cube of a uniform choice.
    function _somebody(uint256 random) internal pure returns (address) {
        uint256 uniform = random % PEOPLE;
        return person((uniform * uniform * uniform) / (PEOPLE * PEOPLE));
    }

    /// An amount, by a random value: as many small ones as large ones on a logarithmic scale, never zero.
    function _amount(uint256 random, uint256 unit) internal pure returns (uint256) {
        return (unit << (random % 14)) + ((random >> 16) % unit) + 1;
    }
}
