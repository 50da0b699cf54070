import type { Messages } from "next-intl";
import type { MemberView } from "@/lib/travel/convoys/rules";

/** How long ago a car was seen, with a warning for an old position. */
export function positionAge(
  { minutes, isStale }: Pick<MemberView, "minutes" | "isStale">,
  texts: Messages["travel/convoys"],
) {
  if (minutes === null) return texts.noPosition;
  const seen = minutes === 0 ? texts.seenNow : texts.seen.replace("{minutes}", String(minutes));
  return isStale ? `${seen} ${texts.stale}` : seen;
}
