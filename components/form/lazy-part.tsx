import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "@/components/ui/button";

/**
 * A part whose code is loaded when it is first shown. Code that does not arrive (no signal, a new version of the site)
 * is named in its place and can be asked for again; the form around it stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
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
    if (part === "loading") return waiting;
    return part === "failed" ? <LoadFailed onRetry={again} /> : <part.View {...props} />;
  };
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("records.image");
  return (
    <div role="alert" className="grid justify-items-start gap-2 p-3">
      <p className="font-semibold text-danger">{t("partFailed")}</p>
      <Button variant="outline" onClick={onRetry}>
        {t("partRetry")}
      </Button>
    </div>
  );
}
