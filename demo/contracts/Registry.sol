// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Crowd.sol";

/// Names, notes and shipments: anonymous events, indexed strings and bytes, arrays and tuples, two events of one name.
contract Registry is Crowd {
    struct Place {
        int32 latitude;
        int32 longitude;
        string label;
    }

    struct Parcel {
        bytes32 id;
        uint16[] weights;
        Place destination;
    }

    /// The chain keeps only the hash of an indexed string or of indexed bytes; the plain copy stands beside it.
    event NameRegistered(string indexed name, address indexed owner, string plainName, uint64 expires);
    event RecordChanged(bytes indexed key, string indexed kind, bytes key_, string kind_, bytes value);
    /// Two events of one name. Only their arguments tell them apart.
    event Renewed(string name, uint64 expires);
    event Renewed(string name, uint64 expires, address indexed payer, uint256 cost);
    event Shipped(address indexed carrier, Parcel parcel, address[] stops);
    event Manifest(Parcel[] indexed parcels, Parcel[] plainParcels, uint256[2][] grid, bool[3] flags);
    event Measured(bytes4 indexed sensor, int8 indexed celsius, int128[] samples, bytes raw);
    /// Anonymous events have no topic that tells what they are.
    event Whisper(address indexed from, uint256 note) anonymous;
    event Signal(bytes32 indexed a, bytes32 indexed b, bytes32 indexed c, bytes32 indexed d, string text) anonymous;
    event Murmur(string text) anonymous;

    function keep(uint256 seed, uint256 count) external {
        for (uint256 i; i < count; ++i) _one(_random(seed, i));
    }

    function _one(uint256 random) private {
        address who = _somebody(random);
        uint256 kind = (random >> 240) % 10;
        string memory name = _name(random >> 40);
        uint64 expires = uint64(1_800_000_000 + ((random >> 60) % 100_000_000));
        if (kind == 0) emit NameRegistered(name, who, name, expires);
        else if (kind == 1) _record(random, name);
        else if (kind == 2) emit Renewed(name, expires);
        else if (kind == 3) emit Renewed(name, expires, who, _amount(random >> 80, 1e12));
        else if (kind == 4) emit Shipped(who, _parcel(random), _stops(random));
        else if (kind == 5) _manifest(random);
        else if (kind == 6) _measure(random);
        else if (kind == 7) emit Whisper(who, random >> 200);
        else if (kind == 8) _signal(random, name);
        else emit Murmur(name);
    }

    function _record(uint256 random, string memory name) private {
        bytes memory key = bytes(name);
        string memory kind = random & 1 == 0 ? "text" : "address";
        emit RecordChanged(key, kind, key, kind, abi.encodePacked(random));
    }

    function _manifest(uint256 random) private {
        Parcel[] memory parcels = new Parcel[]((random >> 8) % 3);
        for (uint256 i; i < parcels.length; ++i) parcels[i] = _parcel(_random(random, i));
        uint256[2][] memory grid = new uint256[2][](1 + ((random >> 16) % 3));
        for (uint256 i; i < grid.length; ++i) grid[i] = [i, (random >> (24 + i)) % 1000];
        emit Manifest(parcels, parcels, grid, [random & 1 == 0, random & 2 == 0, random & 4 == 0]);
    }

    function _measure(uint256 random) private {
        int128[] memory samples = new int128[]((random >> 8) % 6);
        for (uint256 i; i < samples.length; ++i) {
            samples[i] = int128(int256((random >> (16 + 8 * i)) % 4001) - 2000);
        }
        emit Measured(bytes4(uint32(random >> 64)), int8(int256((random >> 100) % 80) - 30), samples, new bytes((random >> 12) % 40));
    }

    function _signal(uint256 random, string memory name) private {
        emit Signal(bytes32(random), bytes32(random >> 64), bytes32(random >> 128), bytes32(uint256(1)), name);
    }

    function _parcel(uint256 random) private pure returns (Parcel memory parcel) {
        parcel.id = bytes32(random);
        parcel.weights = new uint16[](1 + ((random >> 32) % 4));
        for (uint256 i; i < parcel.weights.length; ++i) parcel.weights[i] = uint16(random >> (40 + 16 * i));
        parcel.destination = Place(
            int32(int256((random >> 120) % 180_000_000) - 90_000_000),
            int32(int256((random >> 150) % 360_000_000) - 180_000_000),
            _name(random >> 200)
        );
    }

    function _stops(uint256 random) private pure returns (address[] memory stops) {
        stops = new address[]((random >> 20) % 5);
        for (uint256 i; i < stops.length; ++i) stops[i] = _somebody(random >> (60 + i * 20));
    }

    function _name(uint256 random) private pure returns (string memory) {
        bytes6[8] memory first =
            [bytes6("amber-"), "birch-", "cedar-", "delta-", "ember-", "fjord-", "grove-", "haven-"];
        bytes6[8] memory last = [bytes6("anchor"), "beacon", "castle", "dragon", "engine", "forest", "garden", "harbor"];
        return string(abi.encodePacked(first[random % 8], last[(random >> 3) % 8], bytes1(uint8(48 + ((random >> 6) % 10)))));
    }
}
