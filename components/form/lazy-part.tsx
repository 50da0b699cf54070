import { useTranslations } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { lazyCode, LoadFailed, type Retry } from "./lazy-code";

/** `lazyCode` for the panel; public pages have the texts of a failure from their own form. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  Failed: ComponentType<Props & Retry> = FormPartFailed,
): ComponentType<Props> => lazyCode(load, waiting, Failed);

function FormPartFailed({ onRetry }: Retry) {
  const t = useTranslations("panel/records.image");
  return <LoadFailed text={t("partFailed")} retry={t("partRetry")} onRetry={onRetry} />;
}
