// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Crowd.sol";

/// An ERC-20.
contract Token is Crowd {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error InsufficientBalance(address owner, uint256 balance, uint256 needed);
    error InsufficientAllowance(address owner, address spender, uint256 allowance, uint256 needed);

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert InsufficientAllowance(from, msg.sender, allowed, value);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
        return true;
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    /// Says that somebody paid somebody.
    function announce(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    /// Everyday payments among the crowd, an approval or some new money now and then.
    function pay(uint256 seed, uint256 count) external {
        uint256 unit = 10 ** (decimals - 1);
        for (uint256 i; i < count; ++i) {
            uint256 random = _random(seed, i);
            address from = _somebody(random);
            address to = _somebody(random >> 40);
            uint256 value = _amount(random >> 120, unit);
            uint256 kind = random >> 248;
            if (kind < 24) emit Approval(from, to, kind < 12 ? type(uint256).max : value);
            else emit Transfer(kind < 32 ? address(0) : from, to, value);
        }
    }

    /// One sender, many receivers, all in one transaction.
    function airdrop(uint256 seed, uint256 count) external {
        uint256 value = _amount(_random(seed, count), 10 ** (decimals - 1));
        for (uint256 i; i < count; ++i) emit Transfer(msg.sender, person(_random(seed, i) % PEOPLE), value);
    }

    function _approve(address owner, address spender, uint256 value) private {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function _mint(address to, uint256 value) private {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _move(address from, address to, uint256 value) private {
        uint256 balance = balanceOf[from];
        if (balance < value) revert InsufficientBalance(from, balance, value);
        unchecked {
            balanceOf[from] = balance - value;
            balanceOf[to] += value;
        }
        emit Transfer(from, to, value);
    }
}
