import { playFollowers } from '../support/simulation/playFollowers.ts'

playFollowers(2251, 750)
