import { Check, Minus, TriangleAlert, X } from "lucide";
import { Icon } from "@/components/ui/icon";
import { ITEM_STATUSES, type ItemStatus } from "@/lib/garage/checklists/rules";

const STATUS_ICONS = { ok: Check, attention: TriangleAlert, fail: X, na: Minus };
const CHECKED = {
  ok: "has-checked:border-rota has-checked:bg-rota has-checked:text-rota-ink",
  attention: "has-checked:border-faixa has-checked:bg-faixa has-checked:text-faixa-ink",
  fail: "has-checked:border-danger has-checked:bg-danger has-checked:text-danger-ink",
  na: "has-checked:border-text has-checked:bg-raised",
};

type Props = {
  name: string;
  label: string;
  names: Record<ItemStatus, string>;
  status: ItemStatus;
  isDisabled: boolean;
  onChange: (status: ItemStatus) => void;
};

/** The four answers of an item as targets of at least 56 px. */
export function StatusButtons({ name, label, names, status, isDisabled, onChange }: Props) {
  return (
    <fieldset disabled={isDisabled} className="grid grid-cols-4 gap-1.5 print:hidden">
      <legend className="sr-only">{label}</legend>
      {ITEM_STATUSES.map((one) => (
        <label
          key={one}
          className={`grid min-h-14 cursor-pointer content-center justify-items-center gap-0.5 rounded-xl border-2 border-line bg-surface px-0.5 py-1 text-center text-sm leading-tight has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-text ${CHECKED[one]}`}
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={status === one}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          <Icon of={STATUS_ICONS[one]} className="size-5" />
          {names[one]}
        </label>
      ))}
    </fieldset>
  );
}
