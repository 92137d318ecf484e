// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Crowd.sol";

/// Events whose arguments have no name, the same name twice, or a name that trips JavaScript.
contract Oddities is Crowd {
    event Unnamed(address indexed, uint256, string, address indexed, bool);
    event PartlyNamed(uint256 indexed id, bytes32, uint256 value, int256);
    event Prototype(address indexed __proto__, uint256 toString, string hasOwnProperty, bytes32 indexed valueOf);
    event NoArguments();

    // The compiler refuses an event with two arguments of one name, but the chain has never heard of names: this one is
    // written by hand, and so is its ABI (see compile.mjs).
    bytes32 private constant TWINS = keccak256("Twins(address,address,uint256,uint256)");

    function wander(uint256 seed, uint256 count) external {
        for (uint256 i; i < count; ++i) {
            uint256 random = _random(seed, i);
            address a = _somebody(random);
            address b = _somebody(random >> 40);
            uint256 kind = (random >> 240) % 5;
            if (kind == 0) emit Unnamed(a, random >> 200, "nameless", b, random & 1 == 0);
            else if (kind == 1) emit PartlyNamed(random >> 220, bytes32(random), random >> 210, -int256(random >> 200));
            else if (kind == 2) emit Prototype(a, random >> 200, "own", bytes32(random));
            else if (kind == 3) emit NoArguments();
            else _twins(a, b, random >> 200, random >> 180);
        }
    }

    function _twins(address a, address b, uint256 first, uint256 second) private {
        bytes32 topic0 = TWINS;
        assembly ("memory-safe") {
            mstore(0, first)
            mstore(32, second)
            // Solidity leaves the bits above an address as they are.
            log3(0, 64, topic0, shr(96, shl(96, a)), shr(96, shl(96, b)))
        }
    }
}
