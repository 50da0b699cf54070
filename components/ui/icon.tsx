import type { IconNode } from "lucide";
import { createElement } from "react";

type Props = {
  of: IconNode;
  className?: string;
  /** Accessible name; without it the icon is hidden from screen readers. */
  label?: string;
};

/** A lucide icon as plain SVG: lucide-react's component would add client code to every page. */
export function Icon({ of, className, label }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {of.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}
