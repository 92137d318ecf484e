// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Crowd.sol";
import "./Token.sol";

/// A pool of two tokens whose price walks at random. Its events carry signed values that are not indexed.
contract Exchange is Crowd {
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );
    event Mint(
        address sender,
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event Burn(
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );

    Token public immutable token0;
    Token public immutable token1;
    uint160 public sqrtPriceX96 = 1 << 96;
    uint128 public liquidity = 1e24;
    int24 public tick;

    constructor(Token token0_, Token token1_) {
        token0 = token0_;
        token1 = token1_;
    }

    /// What `amount0` of the first token is worth in the second, at the present price.
    function quote(uint256 amount0) public view returns (uint256) {
        return (((amount0 * sqrtPriceX96) >> 96) * sqrtPriceX96) >> 96;
    }

    /// The crowd buys and sells; liquidity comes and goes now and then.
    function trade(uint256 seed, uint256 count) external {
        for (uint256 i; i < count; ++i) {
            uint256 random = _random(seed, i);
            if (random >> 248 < 20) _provide(random);
            else _swap(random);
        }
    }

    function _swap(uint256 random) private {
        address trader = _somebody(random);
        bool buys = (random >> 40) & 1 == 0;
        // One tick is a hundredth of a percent of the price, hence half of that of its root.
        int256 step = int256(1 + ((random >> 48) % 12));
        if (buys == (tick > -40_000)) step = buys ? step : -step;
        tick += int24(step);
        sqrtPriceX96 = uint160((uint256(sqrtPriceX96) * uint256(20_000 + step)) / 20_000);
        uint256 amount0 = _amount(random >> 120, 1e15);
        uint256 amount1 = quote(amount0);
        if (step > 0) {
            token1.announce(trader, address(this), amount1);
            token0.announce(address(this), trader, amount0);
            emit Swap(msg.sender, trader, -int256(amount0), int256(amount1), sqrtPriceX96, liquidity, tick);
        } else {
            token0.announce(trader, address(this), amount0);
            token1.announce(address(this), trader, amount1);
            emit Swap(msg.sender, trader, int256(amount0), -int256(amount1), sqrtPriceX96, liquidity, tick);
        }
    }

    function _provide(uint256 random) private {
        address owner = _somebody(random);
        int24 lower = ((tick - int24(int256((random >> 48) % 3000))) / 60) * 60;
        int24 upper = lower + 60 * int24(int256(1 + ((random >> 64) % 100)));
        uint128 amount = uint128(_amount(random >> 120, 1e18));
        if ((random >> 40) & 1 == 0) {
            liquidity += amount;
            emit Mint(msg.sender, owner, lower, upper, amount, amount / 300, quote(amount / 300));
        } else if (liquidity > uint256(amount) * 2) {
            liquidity -= amount;
            emit Burn(owner, lower, upper, amount, amount / 300, quote(amount / 300));
        }
    }
}
