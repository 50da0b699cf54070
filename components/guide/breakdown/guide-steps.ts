/** Kinds of cars that a step can be limited to; `petrol` is a carburettor or injection. */
export type CarKind = "carburettor" | "injection" | "petrol" | "diesel" | "air" | "water" | "six" | "twelve";

/** Answers about the car: engine, cooling and battery voltage. */
export const CAR_QUESTIONS = [
  { key: "engine", answers: ["carburettor", "injection", "diesel"] },
  { key: "cooling", answers: ["water", "air"] },
  { key: "battery", answers: ["six", "twelve"] },
] as const;

/** Steps of a symptom in the order in which they are checked; a step with a kind is for those cars only. */
export const GUIDE = [
  {
    key: "start",
    steps: { battery: null, six: "six", jump: "twelve", solenoid: null, glow: "diesel", push: null, automatic: null },
  },
  {
    key: "spark",
    steps: {
      none: "diesel",
      wet: "petrol",
      wires: "carburettor",
      test: "carburettor",
      points: "carburettor",
      coil: "carburettor",
      injection: "injection",
    },
  },
  {
    key: "fuel",
    steps: {
      gauge: null,
      bowl: "carburettor",
      filter: "carburettor",
      vapour: "carburettor",
      flooded: "carburettor",
      pump: "injection",
      bleed: "diesel",
      stop: "diesel",
    },
  },
  {
    key: "heat",
    steps: {
      cap: "water",
      belt: "water",
      refill: "water",
      gasket: "water",
      light: "air",
      intake: "air",
      oil: "air",
      slow: null,
    },
  },
  { key: "brakes", steps: { moving: null, hot: null, fluid: null, single: null, hard: null, wet: null } },
  { key: "tyre", steps: { place: null, chock: null, nuts: null, jack: null, spare: null, tighten: null } },
  {
    key: "electrics",
    steps: {
      smell: null,
      belt: "air",
      saveCarburettor: "carburettor",
      saveInjection: "injection",
      saveDiesel: "diesel",
      fuse: null,
      six: "six",
      cable: null,
    },
  },
  {
    key: "noise",
    steps: { knock: null, tick: null, wheel: null, clunk: null, exhaust: null, backfire: "carburettor", belt: null },
  },
  { key: "gears", steps: { pedal: null, slip: null, linkage: null, automatic: null, rope: null } },
  { key: "fire", steps: { out: null, bonnet: null, smell: null, steam: "water", blue: null } },
  { key: "accident", steps: { alert: null, call: null, move: null, key: null, unhurt: null } },
] as const satisfies readonly { key: string; steps: Record<string, CarKind | null> }[];
