/** Repetitions of a test marked @stress: few in `npm test`, the full count in `npm run stress`. */
export const repetitions = (inTest: number, inStress: number) => (process.env.STRESS ? inStress : inTest);
