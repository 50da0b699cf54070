import { clsx, type ClassValue } from "clsx";
import { createTailwindMerge, validators } from "tailwind-merge";
import { ALIGNMENTS } from "@/lib/platform/alignments";

const { isAny, isArbitraryImage, isArbitraryLength, isNumber, isTshirtSize } = validators;

const BORDER_SIDES = ["border-t", "border-r", "border-b", "border-l"];
/** Padding or margin: all sides, both of an axis, and each side. */
const spacing = (name: "p" | "m") =>
  Object.fromEntries(["", "x", "y", "t", "r", "b", "l"].map((side) => [name + side, [{ [name + side]: [isAny] }]]));
/** The spacing of an axis replaces that of its sides, the spacing of all sides every other one. */
const spacingConflicts = (name: "p" | "m") => ({
  [name]: ["x", "y", "t", "r", "b", "l"].map((side) => name + side),
  [`${name}x`]: [`${name}r`, `${name}l`],
  [`${name}y`]: [`${name}t`, `${name}b`],
});

/**
 * The groups of classes that a caller of a component replaces. The whole configuration of tailwind-merge is 5 kB of
 * every page with a script; cn.test.ts compares both for every class of the components.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: ["block", "inline-block", "flex", "inline-flex", "grid", "contents", "hidden"],
    position: ["static", "fixed", "absolute", "relative", "sticky"],
    z: [{ z: [isAny] }],
    "flex-direction": [{ flex: ["row", "col", "row-reverse", "col-reverse"] }],
    items: [{ items: [isAny] }],
    "grid-cols": [{ "grid-cols": [isAny] }],
    shrink: [{ shrink: ["", isAny] }],
    "justify-items": [{ "justify-items": [isAny] }],
    justify: [{ justify: ["start", "center", "end", "between"] }],
    "gap-x": [{ "gap-x": [isAny] }],
    "gap-y": [{ "gap-y": [isAny] }],
    gap: [{ gap: [isAny] }],
    ...spacing("p"),
    ...spacing("m"),
    size: [{ size: [isAny] }],
    w: [{ w: [isAny] }],
    h: [{ h: [isAny] }],
    "min-w": [{ "min-w": [isAny] }],
    "min-h": [{ "min-h": [isAny] }],
    "max-w": [{ "max-w": [isAny] }],
    "max-h": [{ "max-h": [isAny] }],
    "text-align": [{ text: [...ALIGNMENTS] }],
    "font-size": [{ text: ["base", isTshirtSize, isArbitraryLength] }],
    "text-color": [{ text: [isAny] }],
    "font-weight": [{ font: ["normal", "medium", "semibold", "bold"] }],
    "font-family": [{ font: [isAny] }],
    leading: [{ leading: [isAny] }],
    whitespace: [{ whitespace: [isAny] }],
    "bg-image": [{ bg: ["none", isArbitraryImage] }],
    "bg-color": [{ bg: [isAny] }],
    "border-width": [{ border: ["", isNumber] }],
    ...Object.fromEntries(BORDER_SIDES.map((side) => [side, [{ [side]: ["", isNumber] }]])),
    "border-color": [{ border: [isAny] }],
    rounded: [{ rounded: ["", isAny] }],
  },
  conflictingClassGroups: {
    gap: ["gap-x", "gap-y"],
    ...spacingConflicts("p"),
    ...spacingConflicts("m"),
    size: ["w", "h"],
    "border-width": BORDER_SIDES,
    "font-size": ["leading"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));

/** Joins class names; for conflicting Tailwind classes the later one wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
