import type { IconNode } from "lucide";
import { createElement } from "react";

type Props = {
  of: IconNode;
  className?: string;
  /** Said by screen readers; without it the icon is decoration. */
  label?: string;
};

/** A lucide icon as plain SVG: lucide-react's own component would ship to the browser with every page. */
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
