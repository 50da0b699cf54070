import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"span">, "children" | "dangerouslySetInnerHTML">;

/**
 * An empty element whose text the page script writes, perhaps before React hydrates it: of an element with (empty) raw
 * HTML React does not compare the content.
 */
export function ScriptText(props: Props) {
  return <span {...props} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}
