import { useTranslations } from "next-intl";
import { labelsOf, type Labels } from "@/lib/admin/labels";

export function useLabels(): Labels {
  return labelsOf(useTranslations("records"));
}
