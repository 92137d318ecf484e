// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Crowd.sol";

/// An ERC-721: postcards, numbered from 1, that people make and pass on.
contract Collectible is Crowd {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotAllowed(address caller, uint256 tokenId);
    error NoSuchToken(uint256 tokenId);

    string public constant name = "Postcards";
    string public constant symbol = "CARD";
    uint256 public totalSupply;
    /// How many cards the crowd has made. Theirs are numbered from a million.
    uint256 public cards;
    uint256 private constant CROWD_CARDS = 1_000_000;
    mapping(uint256 tokenId => address) private _owners;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 tokenId => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = _owners[tokenId];
        if (owner == address(0)) revert NoSuchToken(tokenId);
    }

    function mint(address to) public returns (uint256 tokenId) {
        tokenId = ++totalSupply;
        _give(address(0), to, tokenId);
    }

    function approve(address to, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(msg.sender, tokenId);
        getApproved[tokenId] = to;
        emit Approval(owner, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        bool allowed = msg.sender == owner || getApproved[tokenId] == msg.sender || isApprovedForAll[owner][msg.sender];
        if (!allowed || owner != from) revert NotAllowed(msg.sender, tokenId);
        delete getApproved[tokenId];
        _give(from, to, tokenId);
    }

    /// The crowd makes new cards and passes old ones on; operators are named now and then.
    function exchange(uint256 seed, uint256 count) external {
        uint256 made = cards;
        for (uint256 i; i < count; ++i) {
            uint256 random = _random(seed, i);
            address from = _somebody(random);
            address to = _somebody(random >> 40);
            uint256 tokenId = CROWD_CARDS + ((random >> 80) % (made + 1));
            uint256 kind = random >> 248;
            if (kind < 90) emit Transfer(address(0), to, CROWD_CARDS + ++made);
            else if (kind < 100) emit ApprovalForAll(from, to, random & 1 == 0);
            else if (kind < 120) emit Approval(from, to, tokenId);
            else emit Transfer(from, to, tokenId);
        }
        cards = made;
    }

    function _give(address from, address to, uint256 tokenId) private {
        if (from != address(0)) --balanceOf[from];
        ++balanceOf[to];
        _owners[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }
}
