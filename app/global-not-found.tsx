import "./globals.css";
import type { Metadata } from "next";
import Link from "next/link";

export const metadata: Metadata = { title: "404 | LACAMBECHE", robots: { index: false } };

/** Missing files are outside the locale routes, so this page shows its text in all three languages. */
export default function GlobalNotFound() {
  return (
    <html lang="pt-BR" className="dark">
      <body>
        <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
          <h1 className="text-4xl">Página não encontrada</h1>
          <p lang="en">Page not found</p>
          <p lang="es">Página no encontrada</p>
          <Link href="/home" className="mt-3 inline-flex h-12 items-center rounded-xl bg-primary px-6 text-primary-ink">
            LACAMBECHE
          </Link>
        </main>
      </body>
    </html>
  );
}
