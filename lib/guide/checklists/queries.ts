import "server-only";
import { cache } from "react";
import { translated } from "../../platform/i18n/content";
import type { Locale } from "../../platform/i18n/routing";
import { createPublicClient } from "../../platform/supabase/public";
import type { ChecklistSection } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

/** The public travel checklist in sections, in display order; empty when there is none. */
export const getTravelChecklist = cache(async (locale: Locale): Promise<ChecklistSection[]> => {
  const data = orThrow(
    await createPublicClient(["checklist_templates"])
      .from("checklist_templates")
      .select(
        "checklist_template_items (key, section_key, section, text, why, car_kinds, trip_kinds, terrains, translations)",
      )
      .eq("kind", "public_trip")
      .eq("is_public", true)
      .order("position")
      .order("position", { referencedTable: "checklist_template_items" })
      .limit(1)
      .maybeSingle(),
  );
  const sections = new Map<string, ChecklistSection>();
  for (const row of data?.checklist_template_items ?? []) {
    const section = sections.get(row.section_key) ?? {
      key: row.section_key,
      title: translated(row, "section", locale).text,
      items: [],
    };
    sections.set(row.section_key, section);
    section.items.push({
      key: row.key,
      text: translated(row, "text", locale).text,
      why: translated(row, "why", locale).text,
      cars: row.car_kinds,
      trips: row.trip_kinds,
      terrains: row.terrains,
    });
  }
  return [...sections.values()];
});
