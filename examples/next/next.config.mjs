/** @type {import('next').NextConfig} */
export default {
  experimental: { optimizePackageImports: ['topic0', 'topic0/components'] },
}
