import { playFollowers } from '../support/simulation/playFollowers.ts'

playFollowers(751, 750)
