import { z } from "zod";
import { wrong } from "../../platform/form";
import { STATES, type StateAbbr } from "./rules";

const abbreviations = STATES.map(({ abbr }) => abbr) as [StateAbbr, ...StateAbbr[]];
export const state = z.enum(abbreviations, wrong("choiceMissing"));
export const stateOrNone = z.enum(["", ...abbreviations], wrong("choiceInvalid")).prefault("");
