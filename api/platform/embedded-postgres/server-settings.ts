import { totalmem } from 'node:os'
import { socketPort } from './database-names.ts'

/** Server settings for one small machine that also runs the service itself. */
export function serverSettings(socketDir: string, fsync: boolean): string[] {
  const memoryMb = totalmem() / 2 ** 20
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: 100,
    // Shared memory is only taken as pages are touched; a sixteenth leaves room for Node and the file cache.
    shared_buffers: `${Math.round(Math.min(256, Math.max(32, memoryMb / 16)))}MB`,
    effective_cache_size: `${Math.round(Math.max(128, memoryMb / 4))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    // No replicas and no archive: bulk loads into new tables need not pass through the log.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_worker_processes: 2,
    max_parallel_workers_per_gather: 0,
    max_logical_replication_workers: 0,
    // Containers give /dev/shm 64 MB; nothing here needs more than files in the cluster can carry.
    dynamic_shared_memory_type: 'mmap',
    io_method: 'sync',
    jit: 'off',
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Statements carry personal data and secrets; the service logs its own errors.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
  // A plan that was just imported is opened at once, and plans made before its statistics are known cost several times as much.
  // With the hundreds of databases of a test run it would be a process every moment.
  if (fsync) settings.autovacuum_naptime = '10s'
  if (!fsync) Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
