"use client";

import { useTranslations } from "next-intl";
import { isFailed, type QueuedPicture } from "./use-picture-queue";

/** Upload progress of several files; failed ones stay listed with the reason. */
export function PictureQueue({ items }: { items: readonly QueuedPicture[] }) {
  const t = useTranslations("panel/records.image");
  const tProblem = useTranslations("panel/records.errors.picture");
  if (items.every(({ state }) => state === "sent")) return null;
  return (
    <ul aria-label={t("queue")} aria-live="polite" className="grid gap-2 rounded-xl border-2 border-line p-3">
      {items.map((item) => (
        <li key={item.key} className="grid gap-1 text-sm">
          <span className="wrap-anywhere">
            <strong>{item.file.name}</strong>{" "}
            {isFailed(item) ? (
              <span className="font-semibold text-danger">{tProblem(item.state)}</span>
            ) : (
              <span className="text-muted">
                {item.state === "sending" ? t("sending") : t(item.state as "waiting" | "sent")}
              </span>
            )}
          </span>
          {!isFailed(item) && item.state !== "sent" && (
            <progress aria-label={item.file.name} value={item.share} max={1} className="w-full accent-primary" />
          )}
        </li>
      ))}
    </ul>
  );
}
