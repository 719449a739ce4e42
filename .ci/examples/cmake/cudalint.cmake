# Lints the CUDA sources of targets, each with the flags it is built with.
#
#   include(cudalint.cmake)                   # before the targets
#   cudalint_add_check(app --fail-on error)   # after the target has its sources
#   cudalint_add_checks(--context src)        # or: every target of this folder and below
#
#   cmake --build build --target cudalint-app # one target
#   cmake --build build --target cudalint     # all of them
#
# What follows the target is passed to `cudalint check`. CUDALINT_EXECUTABLE is the
# program; without one there is a warning and no targets. Needs CMake 3.18 (tried with 3.22
# to 4.1) and a generator that writes compile_commands.json: Makefiles or Ninja.

if(CMAKE_SCRIPT_MODE_FILE)
  cmake_policy(VERSION 3.18)
  # Run by the targets below: writes the entries of one target of the database FROM,
  # those whose objects are in a folder named OBJECTS, to the database TO. The entries
  # are cut out as text, each from a line with { to one with }.
  file(READ "${FROM}" text)
  set(entries "")
  set(separator "")
  while(TRUE)
    string(FIND "${text}" "\n{" first)
    string(FIND "${text}" "\n}" last)
    if(first EQUAL -1 OR last EQUAL -1)
      break()
    endif()
    math(EXPR length "${last} - ${first} + 2")
    math(EXPR rest "${last} + 2")
    string(SUBSTRING "${text}" ${first} ${length} entry)
    string(SUBSTRING "${text}" ${rest} -1 text)
    string(REPLACE "\\\\" "/" path "${entry}") # Windows
    string(FIND "${path}" "${OBJECTS}" at)
    if(NOT at EQUAL -1)
      string(APPEND entries "${separator}${entry}")
      set(separator ",")
    endif()
  endwhile()
  file(WRITE "${TO}" "[${entries}\n]\n")
  return()
endif()

include_guard(GLOBAL)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(_CUDALINT_MODULE "${CMAKE_CURRENT_LIST_FILE}" CACHE INTERNAL "")
find_program(CUDALINT_EXECUTABLE cudalint DOC "the linter of CUDA sources")
if(NOT CUDALINT_EXECUTABLE)
  message(WARNING "cudalint was not found; set CUDALINT_EXECUTABLE to lint CUDA sources")
elseif(NOT CMAKE_GENERATOR MATCHES "Makefiles|Ninja")
  message(WARNING "${CMAKE_GENERATOR} writes no compile_commands.json; use Ninja to lint CUDA sources")
endif()

# Adds the target cudalint-TARGET, and makes cudalint depend on it.
function(cudalint_add_check target)
  if(NOT CUDALINT_EXECUTABLE OR NOT CMAKE_GENERATOR MATCHES "Makefiles|Ninja")
    return()
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  set(files "")
  foreach(source IN LISTS sources)
    get_filename_component(file "${source}" ABSOLUTE BASE_DIR "${folder}")
    get_source_file_property(language "${file}" TARGET_DIRECTORY ${target} LANGUAGE)
    if(language STREQUAL "CUDA" OR file MATCHES "\\.cuh?$")
      list(APPEND files "${file}")
    endif()
  endforeach()
  if(NOT files)
    return()
  endif()
  set(database "${CMAKE_BINARY_DIR}/cudalint/${target}/compile_commands.json")
  set(objects "CMakeFiles/${target}.dir/")
  get_property(multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi)
    set(database "${CMAKE_BINARY_DIR}/cudalint/${target}/$<CONFIG>/compile_commands.json")
    string(APPEND objects "$<CONFIG>/")
  endif()
  add_custom_target(cudalint-${target}
    COMMAND "${CMAKE_COMMAND}" "-DFROM=${CMAKE_BINARY_DIR}/compile_commands.json" "-DTO=${database}"
            "-DOBJECTS=${objects}" -P "${_CUDALINT_MODULE}"
    COMMAND "${CUDALINT_EXECUTABLE}" check -p "${database}" ${ARGN} ${files}
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}" # paths are reported relative to it
    COMMENT "Linting ${target}" VERBATIM USES_TERMINAL)
  if(NOT TARGET cudalint)
    add_custom_target(cudalint)
  endif()
  add_dependencies(cudalint cudalint-${target})
endfunction()

# Calls cudalint_add_check for each target of this folder and those below, as they are
# now.
function(cudalint_add_checks)
  set(folders "${CMAKE_CURRENT_SOURCE_DIR}")
  while(folders)
    list(POP_FRONT folders folder)
    get_property(below DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
    list(APPEND folders ${below})
    get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      if(type MATCHES "EXECUTABLE|LIBRARY" AND NOT type STREQUAL "INTERFACE_LIBRARY")
        cudalint_add_check(${target} ${ARGN})
      endif()
    endforeach()
  endwhile()
endfunction()
