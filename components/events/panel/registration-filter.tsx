import { Search } from "lucide";
import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { AnswerChoice, RegistrationFilter as Filter } from "@/lib/events/panel/list/rules";
import { REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";
import { FilterFields } from "./filter-fields";

type Props = {
  action: string;
  query: Filter;
  types: readonly { id: string; name: string }[];
  answers: readonly AnswerChoice[];
};

/** Search and filters of the list of registrations; works without JavaScript. */
export async function RegistrationFilter({ action, ...fields }: Props) {
  const t = await getTranslations("events/panel");
  return (
    <form role="search" action={action} className="grid gap-3 rounded-xl border border-line bg-surface p-3">
      <FilterFields {...fields} statuses={REGISTRATION_STATUSES}>
        <Button type="submit" variant="outline">
          <Icon of={Search} /> {t("filter.apply")}
        </Button>
      </FilterFields>
    </form>
  );
}
