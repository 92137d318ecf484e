import { parseAbiItem, type AbiEvent } from 'viem'

const signatures = [
  // ERC-20, ERC-721, ERC-1155
  'Transfer(address indexed from, address indexed to, uint256 value)',
  'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'Approval(address indexed owner, address indexed spender, uint256 value)',
  'Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
  'ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'URI(string value, uint256 indexed id)',
  'MetadataUpdate(uint256 _tokenId)',
  'BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId)',
  // Wrapped ether
  'Deposit(address indexed dst, uint256 wad)',
  'Withdrawal(address indexed src, uint256 wad)',
  // ERC-4626
  'Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)',
  'Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)',
  // Ownership, roles, pausing, initializing
  'OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)',
  'RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  'RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
  'RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)',
  'Paused(address account)',
  'Unpaused(address account)',
  'Initialized(uint8 version)',
  'Initialized(uint64 version)',
  // Proxies
  'Upgraded(address indexed implementation)',
  'AdminChanged(address previousAdmin, address newAdmin)',
  'BeaconUpgraded(address indexed beacon)',
  // Uniswap v2
  'PairCreated(address indexed token0, address indexed token1, address pair, uint256 allPairsLength)',
  'Mint(address indexed sender, uint256 amount0, uint256 amount1)',
  'Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to)',
  'Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'Sync(uint112 reserve0, uint112 reserve1)',
  // Uniswap v3
  'PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)',
  'Initialize(uint160 sqrtPriceX96, int24 tick)',
  'Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)',
  'Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  'Flash(address indexed sender, address indexed recipient, uint256 amount0, uint256 amount1, uint256 paid0, uint256 paid1)',
  'IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  // Safe
  'SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)',
  'ProxyCreation(address indexed proxy, address singleton)',
  'ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  'SafeReceived(address indexed sender, uint256 value)',
  'AddedOwner(address indexed owner)',
  'RemovedOwner(address indexed owner)',
  'ChangedThreshold(uint256 threshold)',
  'EnabledModule(address indexed module)',
  'DisabledModule(address indexed module)',
  // Governance
  'DelegateChanged(address indexed delegator, address indexed fromDelegate, address indexed toDelegate)',
  'DelegateVotesChanged(address indexed delegate, uint256 previousVotes, uint256 newVotes)',
  'VoteCast(address indexed voter, uint256 proposalId, uint8 support, uint256 weight, string reason)',
  // ERC-4337
  'UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
] as const

let parsed: readonly AbiEvent[] | undefined

/** Events that many contracts share: tokens, vaults, ownership, proxies, pools, wallets. Parsed at the first call. */
export function wellKnownEvents(): readonly AbiEvent[] {
  return (parsed ??= signatures.map((signature) => parseAbiItem(`event ${signature}`) as AbiEvent))
}
