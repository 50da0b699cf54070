import net from "node:net";

/** Throws a one-line error when the port is already in use. */
export async function assertPortFree(port: number, address = process.env.BIND_ADDRESS || undefined): Promise<void> {
  const busy = await new Promise<boolean>((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(true));
    probe.listen(port, address, () => probe.close(() => resolve(false)));
  });
  if (busy)
    throw new Error(`a porta ${port} já está em uso. Feche o outro programa ou inicie com PORT=${port + 1} npm start.`);
}
