import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "@/components/ui/button";

export type Retry = { onRetry: () => void };

/**
 * A part whose code is loaded when it is first shown. Code that does not arrive (no signal, a new version of the site)
 * is named in its place by `Failed` and can be asked for again; the form around it stays.
 */
export function lazyCode<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode),
  Failed: ComponentType<Props & Retry>,
): ComponentType<Props> {
  return function LazyPart(props: Props) {
    const [part, setPart] = useState<{ View: ComponentType<Props> } | "loading" | "failed">("loading");
    const start = useCallback(
      () =>
        void load().then(
          (View) => setPart({ View }),
          () => setPart("failed"),
        ),
      [],
    );
    useEffect(start, [start]);
    const again = () => {
      setPart("loading");
      start();
    };
    if (part === "loading") return typeof waiting === "function" ? waiting(props) : waiting;
    return part === "failed" ? <Failed {...props} onRetry={again} /> : <part.View {...props} />;
  };
}

/** Names code that did not arrive, with a button that loads it again. */
export function LoadFailed({ text, retry, onRetry }: Retry & { text: string; retry: string }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 p-3">
      <p className="font-semibold text-danger">{text}</p>
      <Button variant="outline" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}
