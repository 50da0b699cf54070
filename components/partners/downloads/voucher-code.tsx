import type { DeviceVoucher } from "@/lib/partners/downloads/rules";

type CodeProps = { voucher: DeviceVoucher; label: string; alt: string; summary: string; isOpen?: boolean };

/** The QR code and what people type where it cannot be read. */
export function VoucherCode({ voucher: { qr, shortCode }, label, alt, summary, isOpen = false }: CodeProps) {
  return (
    <details className="rounded-xl border-2 border-line p-3" open={isOpen}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {summary} · <span className="tabular">{shortCode}</span>
      </summary>
      {qr && (
        <img src={qr} alt={alt} width={320} height={320} className="mt-2 w-full max-w-80 rounded-xl bg-white p-2" />
      )}
      <p className="mt-2">
        {label}: <span className="font-display text-2xl tracking-widest tabular">{shortCode}</span>
      </p>
    </details>
  );
}
