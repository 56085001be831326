/**
 * `node:http` as packages in CommonJS get it. An `import` of it asks for all it exports, and some of these are of a whole HTTP
 * client, which every start would read for nobody. Types come from `node:http` itself.
 */
export const http = process.getBuiltinModule('node:http')
