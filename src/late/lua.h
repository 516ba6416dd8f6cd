/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lua, loaded late: see late/late.h. */
#ifndef LATE_LUA_H
#define LATE_LUA_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "late/late.h"

#define LATE_LUA(X) \
	X(lua_callk) X(lua_close) X(lua_createtable) X(lua_gc) \
	X(lua_getfield) X(lua_getinfo) X(lua_getmetatable) X(lua_getstack) \
	X(lua_gettop) X(lua_isinteger) X(lua_isnumber) X(lua_newstate) \
	X(lua_newuserdatauv) X(lua_next) X(lua_pcallk) X(lua_pushboolean) \
	X(lua_pushcclosure) X(lua_pushinteger) X(lua_pushlightuserdata) \
	X(lua_pushlstring) X(lua_pushnil) X(lua_pushnumber) \
	X(lua_pushstring) X(lua_pushvalue) X(lua_rawget) X(lua_rawgeti) \
	X(lua_rawlen) X(lua_rawset) X(lua_rawseti) X(lua_rotate) \
	X(lua_setfield) X(lua_setglobal) X(lua_sethook) X(lua_setmetatable) \
	X(lua_settop) X(lua_setupvalue) X(lua_toboolean) X(lua_tocfunction) \
	X(lua_tointegerx) X(lua_tolstring) X(lua_tonumberx) \
	X(lua_touserdata) X(lua_type) X(lua_typename) X(luaL_checkany) \
	X(luaL_checkinteger) X(luaL_checklstring) X(luaL_checkstack) \
	X(luaL_error) X(luaL_loadbufferx) X(luaL_newmetatable) \
	X(luaL_optlstring) X(luaL_ref) X(luaL_setfuncs) \
	X(luaL_setmetatable) X(luaL_tolstring) X(luaL_unref) \
	X(luaopen_base) X(luaopen_math) X(luaopen_string) X(luaopen_table)

LATE_TABLE(lua, LATE_LUA);

#ifndef LATE_LINKED
#define lua_callk (*late_lua.lua_callk)
#define lua_close (*late_lua.lua_close)
#define lua_createtable (*late_lua.lua_createtable)
#define lua_gc (*late_lua.lua_gc)
#define lua_getfield (*late_lua.lua_getfield)
#define lua_getinfo (*late_lua.lua_getinfo)
#define lua_getmetatable (*late_lua.lua_getmetatable)
#define lua_getstack (*late_lua.lua_getstack)
#define lua_gettop (*late_lua.lua_gettop)
#define lua_isinteger (*late_lua.lua_isinteger)
#define lua_isnumber (*late_lua.lua_isnumber)
#define lua_newstate (*late_lua.lua_newstate)
#define lua_newuserdatauv (*late_lua.lua_newuserdatauv)
#define lua_next (*late_lua.lua_next)
#define lua_pcallk (*late_lua.lua_pcallk)
#define lua_pushboolean (*late_lua.lua_pushboolean)
#define lua_pushcclosure (*late_lua.lua_pushcclosure)
#define lua_pushinteger (*late_lua.lua_pushinteger)
#define lua_pushlightuserdata (*late_lua.lua_pushlightuserdata)
#define lua_pushlstring (*late_lua.lua_pushlstring)
#define lua_pushnil (*late_lua.lua_pushnil)
#define lua_pushnumber (*late_lua.lua_pushnumber)
#define lua_pushstring (*late_lua.lua_pushstring)
#define lua_pushvalue (*late_lua.lua_pushvalue)
#define lua_rawget (*late_lua.lua_rawget)
#define lua_rawgeti (*late_lua.lua_rawgeti)
#define lua_rawlen (*late_lua.lua_rawlen)
#define lua_rawset (*late_lua.lua_rawset)
#define lua_rawseti (*late_lua.lua_rawseti)
#define lua_rotate (*late_lua.lua_rotate)
#define lua_setfield (*late_lua.lua_setfield)
#define lua_setglobal (*late_lua.lua_setglobal)
#define lua_sethook (*late_lua.lua_sethook)
#define lua_setmetatable (*late_lua.lua_setmetatable)
#define lua_settop (*late_lua.lua_settop)
#define lua_setupvalue (*late_lua.lua_setupvalue)
#define lua_toboolean (*late_lua.lua_toboolean)
#define lua_tocfunction (*late_lua.lua_tocfunction)
#define lua_tointegerx (*late_lua.lua_tointegerx)
#define lua_tolstring (*late_lua.lua_tolstring)
#define lua_tonumberx (*late_lua.lua_tonumberx)
#define lua_touserdata (*late_lua.lua_touserdata)
#define lua_type (*late_lua.lua_type)
#define lua_typename (*late_lua.lua_typename)
#define luaL_checkany (*late_lua.luaL_checkany)
#define luaL_checkinteger (*late_lua.luaL_checkinteger)
#define luaL_checklstring (*late_lua.luaL_checklstring)
#define luaL_checkstack (*late_lua.luaL_checkstack)
#define luaL_error (*late_lua.luaL_error)
#define luaL_loadbufferx (*late_lua.luaL_loadbufferx)
#define luaL_newmetatable (*late_lua.luaL_newmetatable)
#define luaL_optlstring (*late_lua.luaL_optlstring)
#define luaL_ref (*late_lua.luaL_ref)
#define luaL_setfuncs (*late_lua.luaL_setfuncs)
#define luaL_setmetatable (*late_lua.luaL_setmetatable)
#define luaL_tolstring (*late_lua.luaL_tolstring)
#define luaL_unref (*late_lua.luaL_unref)
#define luaopen_base (*late_lua.luaopen_base)
#define luaopen_math (*late_lua.luaopen_math)
#define luaopen_string (*late_lua.luaopen_string)
#define luaopen_table (*late_lua.luaopen_table)
#endif

#endif
