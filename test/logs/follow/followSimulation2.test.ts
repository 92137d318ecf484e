import { playFollowers } from '../../support/simulation/playFollowers.ts'

playFollowers(501, 40)
