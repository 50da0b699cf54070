import { z } from "zod";
import { STATES } from "../states/rules";

export const installSchema = z.object({ state: z.enum(STATES.map(({ abbr }) => abbr)) });
