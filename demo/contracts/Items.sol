// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Crowd.sol";

/// An ERC-1155: materials of a game, fungible by kind, often moved several kinds at a time.
contract Items is Crowd {
    event TransferSingle(
        address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
    );
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
    event ApprovalForAll(address indexed account, address indexed operator, bool approved);
    event URI(string value, uint256 indexed id);

    error NotAllowed(address caller, address from);

    mapping(address account => mapping(uint256 id => uint256)) public balanceOf;
    mapping(address account => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 id => string) public uri;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        if (msg.sender != from && !isApprovedForAll[from][msg.sender]) revert NotAllowed(msg.sender, from);
        balanceOf[from][id] -= value;
        balanceOf[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    function mint(address to, uint256 id, uint256 value) external {
        balanceOf[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function setUri(uint256 id, string calldata value) external {
        uri[id] = value;
        emit URI(value, id);
    }

    /// The crowd gathers single kinds and crafts bundles of up to seven.
    function gather(uint256 seed, uint256 count) external {
        for (uint256 i; i < count; ++i) {
            uint256 random = _random(seed, i);
            address to = _somebody(random);
            if (random >> 248 < 170) {
                uint256 id = 1 + ((random >> 40) % 24);
                uint256 value = 1 + ((random >> 80) % 99);
                emit TransferSingle(msg.sender, random & 3 == 0 ? _somebody(random >> 120) : address(0), to, id, value);
            } else if (random >> 248 < 180) {
                emit ApprovalForAll(to, _somebody(random >> 120), random & 1 == 0);
            } else if (random >> 248 < 186) {
                emit URI("https://materials.example/{id}.json", 1 + ((random >> 40) % 24));
            } else {
                _bundle(random, to);
            }
        }
    }

    function _bundle(uint256 random, address to) private {
        uint256 kinds = 2 + ((random >> 40) % 6);
        uint256[] memory ids = new uint256[](kinds);
        uint256[] memory values = new uint256[](kinds);
        for (uint256 k; k < kinds; ++k) {
            ids[k] = 1 + ((random >> 48) % 17) + k;
            values[k] = 1 + ((random >> (80 + 8 * k)) % 40);
        }
        emit TransferBatch(msg.sender, address(0), to, ids, values);
    }
}
