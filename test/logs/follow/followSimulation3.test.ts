import { playFollowers } from '../../support/simulation/playFollowers.ts'

playFollowers(1001, 40)
