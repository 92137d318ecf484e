import { playFollowers } from '../../support/simulation/playFollowers.ts'

playFollowers(1501, 40)
