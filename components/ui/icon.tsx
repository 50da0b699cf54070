import type { IconNode } from "lucide";
import { createElement } from "react";

type Props = {
  of: IconNode;
  className?: string;
  /** Accessible name; without it the icon is hidden from screen readers. */
  label?: string;
};

/** The same outline as a path, or null for a shape with other attributes than its geometry, or of another kind. */
function outlineOf([tag, attributes]: IconNode[number]): string | null {
  const names = Object.keys(attributes).sort().join();
  const [x, y, r] = [Number(attributes.cx), Number(attributes.cy), Number(attributes.r)];
  // A path that begins with a relative "m" begins at the origin.
  if (tag === "path" && names === "d") return `M0 0${attributes.d}`;
  const { x1, y1, x2, y2 } = attributes;
  if (tag === "line" && names === "x1,x2,y1,y2") return `M${x1} ${y1}L${x2} ${y2}`;
  const arc = (to: number) => `a${r} ${r} 0 1 0 ${to} 0`;
  return tag === "circle" && names === "cx,cy,r" ? `M${x - r} ${y}${arc(2 * r)}${arc(-2 * r)}z` : null;
}

/** Joins the outlines of an icon into one path, because React hydrates every element of a page. */
export function joinOutlines(nodes: IconNode): IconNode {
  const outlines = nodes.map(outlineOf);
  const d = outlines.filter((outline) => outline !== null).join("");
  const others = nodes.filter((_, index) => outlines[index] === null);
  return d ? [["path", { d }], ...others] : others;
}

/**
 * A lucide icon as plain SVG, drawn as `.icon` says (app/icons.css): lucide-react's component would add client code to
 * every page, and attributes would be in its HTML twice for each icon.
 */
export function Icon({ of, className, label }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className ? `icon ${className}` : "icon"}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {joinOutlines(of).map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}
