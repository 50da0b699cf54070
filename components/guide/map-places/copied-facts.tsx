import { getLocale, getTranslations } from "next-intl/server";
import { sourceDate } from "@/lib/guide/map-places/rules";
import { copiedFacts } from "@/lib/guide/map-places/schema";

/** Source and licence of what a place was copied from; nothing when its owner replaced every fact. */
export async function CopiedFacts({ copied }: { copied: unknown }) {
  const facts = copiedFacts(copied);
  if (!facts) return null;
  const t = await getTranslations("guide/map-places");
  const fields = [...new Set(facts.fields.map((field) => t(`field.${field}`)))].join(", ");
  const text = t(`copied.${facts.source}`, { date: sourceDate(facts.date, await getLocale()), fields });
  return <p className="text-sm text-muted">{text}</p>;
}
