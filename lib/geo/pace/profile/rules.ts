/** Metres of a part that are driven at most at `speed`, in m/s. */
export type Limit = { part: number; metres: number; speed: number };

/** Speeds at the ends of the limits that a car with this acceleration and these brakes reaches. */
function speedsBetween(limits: readonly Limit[], accelerate: number, brake: number): Float64Array {
  const speeds = new Float64Array(limits.length + 1);
  for (let at = 0; at <= limits.length; at++)
    speeds[at] = Math.min(limits[at - 1]?.speed ?? Infinity, limits[at]?.speed ?? Infinity);
  for (let at = 1; at <= limits.length; at++)
    speeds[at] = Math.min(speeds[at]!, Math.sqrt(speeds[at - 1]! ** 2 + 2 * accelerate * limits[at - 1]!.metres));
  for (let at = limits.length - 1; at >= 0; at--)
    speeds[at] = Math.min(speeds[at]!, Math.sqrt(speeds[at + 1]! ** 2 + 2 * brake * limits[at]!.metres));
  return speeds;
}

/**
 * Seconds for each of some limits in the order of travel: the car accelerates up to the limit and brakes in time for the
 * next one; where the limit is too short for that, up to the speed from which it must brake.
 */
export function speedProfile(limits: readonly Limit[], accelerate: number, brake: number): number[] {
  const speeds = speedsBetween(limits, accelerate, brake);
  return limits.map(({ metres, speed }, at) => {
    const [start, end] = [speeds[at]!, speeds[at + 1]!];
    const peak = Math.sqrt(
      (2 * accelerate * brake * metres + brake * start ** 2 + accelerate * end ** 2) / (accelerate + brake),
    );
    if (peak <= speed) return (peak - start) / accelerate + (peak - end) / brake;
    const changing = (speed ** 2 - start ** 2) / (2 * accelerate) + (speed ** 2 - end ** 2) / (2 * brake);
    return (speed - start) / accelerate + (speed - end) / brake + (metres - changing) / speed;
  });
}
