/** How often a test marked @stress repeats: a little in `npm test`, the full figure in `npm run stress`. */
export const repetitions = (inTest: number, inStress: number) => (process.env.STRESS ? inStress : inTest);
