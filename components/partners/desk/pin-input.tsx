import { Input } from "@/components/ui/input";
import { PIN_DIGITS } from "@/lib/partners/desk/schema";

type Props = { label: string; autoComplete: "off" | "new-password" };

/** The PIN of a place. */
export function PinInput({ label, autoComplete }: Props) {
  return (
    <label className="grid gap-1 font-semibold">
      {label}
      <Input
        name="pin"
        type="password"
        inputMode="numeric"
        autoComplete={autoComplete}
        required
        minLength={PIN_DIGITS}
        maxLength={PIN_DIGITS}
        pattern={`[0-9]{${PIN_DIGITS}}`}
        className="w-40 font-sans text-2xl font-normal"
      />
    </label>
  );
}
